// Signs PDFs with Apache PDFBox and with iText, each the way its own examples do; the argument names a JSON file of jobs.

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.itextpdf.kernel.geom.Rectangle;
import com.itextpdf.kernel.pdf.PdfReader;
import com.itextpdf.kernel.pdf.StampingProperties;
import com.itextpdf.signatures.AccessPermissions;
import com.itextpdf.signatures.BouncyCastleDigest;
import com.itextpdf.signatures.PdfSigner;
import com.itextpdf.signatures.PrivateKeySignature;
import com.itextpdf.signatures.SignerProperties;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.InputStream;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Security;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Calendar;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.interactive.digitalsignature.PDSignature;
import org.apache.pdfbox.pdmodel.interactive.digitalsignature.SignatureOptions;
import org.bouncycastle.cert.jcajce.JcaCertStore;
import org.bouncycastle.cms.CMSProcessableByteArray;
import org.bouncycastle.cms.CMSSignedDataGenerator;
import org.bouncycastle.cms.jcajce.JcaSignerInfoGeneratorBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaDigestCalculatorProviderBuilder;

public class Sign {
  static PrivateKey key;
  static Certificate[] chain;

  public static void main(String[] arguments) throws Exception {
    Security.addProvider(new BouncyCastleProvider());
    try (FileReader reader = new FileReader(arguments[0])) {
      for (JsonElement each : JsonParser.parseReader(reader).getAsJsonArray()) {
        JsonObject job = each.getAsJsonObject();
        open(job);
        switch (job.get("signer").getAsString()) {
          case "pdfbox" -> withPdfBox(job);
          case "itext" -> withIText(job);
          default -> throw new IllegalArgumentException("unknown signer");
        }
      }
    }
  }

  static void open(JsonObject job) throws Exception {
    char[] password = job.get("password").getAsString().toCharArray();
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream stream = new FileInputStream(job.get("keystore").getAsString())) {
      store.load(stream, password);
    }
    String alias = store.aliases().nextElement();
    key = (PrivateKey) store.getKey(alias, password);
    chain = store.getCertificateChain(alias);
  }

  static void withPdfBox(JsonObject job) throws Exception {
    try (PDDocument document = Loader.loadPDF(new File(job.get("source").getAsString()));
        FileOutputStream out = new FileOutputStream(job.get("out").getAsString())) {
      PDSignature signature = new PDSignature();
      signature.setFilter(PDSignature.FILTER_ADOBE_PPKLITE);
      signature.setSubFilter(PDSignature.SUBFILTER_ADBE_PKCS7_DETACHED);
      signature.setName("Assay test authority");
      signature.setReason("Issued");
      signature.setSignDate(Calendar.getInstance());
      int certify = job.get("certify").getAsInt();
      if (certify > 0) {
        certify(document, signature, certify);
      }
      SignatureOptions options = new SignatureOptions();
      options.setPreferredSignatureSize(job.get("reserved").getAsInt());
      document.addSignature(signature, Sign::cms, options);
      document.saveIncremental(out);
    }
  }

  /** As SigUtils.setMDPPermission of the PDFBox examples has it. */
  static void certify(PDDocument document, PDSignature signature, int permission) {
    COSDictionary parameters = new COSDictionary();
    parameters.setItem(COSName.TYPE, COSName.getPDFName("TransformParams"));
    parameters.setInt(COSName.P, permission);
    parameters.setName(COSName.V, "1.2");
    COSDictionary reference = new COSDictionary();
    reference.setItem(COSName.TYPE, COSName.getPDFName("SigRef"));
    reference.setItem("TransformMethod", COSName.DOCMDP);
    reference.setItem("TransformParams", parameters);
    COSArray references = new COSArray();
    references.add(reference);
    signature.getCOSObject().setItem("Reference", references);
    COSDictionary catalog = document.getDocumentCatalog().getCOSObject();
    COSDictionary permissions = new COSDictionary();
    permissions.setItem(COSName.DOCMDP, signature);
    catalog.setItem(COSName.PERMS, permissions);
    catalog.setNeedToBeUpdated(true);
    permissions.setNeedToBeUpdated(true);
  }

  static byte[] cms(InputStream content) {
    try {
      CMSSignedDataGenerator generator = new CMSSignedDataGenerator();
      JcaDigestCalculatorProviderBuilder digests = new JcaDigestCalculatorProviderBuilder();
      generator.addSignerInfoGenerator(
          new JcaSignerInfoGeneratorBuilder(digests.build())
              .build(new JcaContentSignerBuilder("SHA256WithRSA").build(key), (X509Certificate) chain[0]));
      generator.addCertificates(new JcaCertStore(Arrays.asList(chain)));
      return generator.generate(new CMSProcessableByteArray(content.readAllBytes()), false).getEncoded();
    } catch (Exception error) {
      throw new IllegalStateException(error);
    }
  }

  static void withIText(JsonObject job) throws Exception {
    PdfSigner signer =
        new PdfSigner(
            new PdfReader(job.get("source").getAsString()),
            new FileOutputStream(job.get("out").getAsString()),
            new StampingProperties().useAppendMode());
    SignerProperties properties =
        new SignerProperties().setFieldName(job.get("field").getAsString()).setReason("Issued").setLocation("Test");
    if (job.get("visible").getAsBoolean()) {
      properties.setPageNumber(1).setPageRect(new Rectangle(380, 60, 160, 40));
    }
    switch (job.get("certify").getAsInt()) {
      case 1 -> properties.setCertificationLevel(AccessPermissions.NO_CHANGES_PERMITTED);
      case 2 -> properties.setCertificationLevel(AccessPermissions.FORM_FIELDS_MODIFICATION);
      case 3 -> properties.setCertificationLevel(AccessPermissions.ANNOTATION_MODIFICATION);
      default -> {}
    }
    signer.setSignerProperties(properties);
    signer.signDetached(
        new BouncyCastleDigest(),
        new PrivateKeySignature(key, "SHA-256", "BC"),
        chain, null, null, null, job.get("reserved").getAsInt(), PdfSigner.CryptoStandard.CMS);
  }
}
